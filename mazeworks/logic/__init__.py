"""What logic mazes share: rules as kernels, fields that are checked, boards, and how they are invented."""
