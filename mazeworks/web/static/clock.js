// The time of a game: from its first move until it is solved.

export class Clock {
  /** A clock that has not started; it never starts for a game that was loaded, whose earlier time is unknown. */
  constructor(tells = true) {
    this.tells = tells;
    this.begun = this.ended = null;
  }

  /** Note that a game has this many moves after a request made at a time. */
  see(count, solved, asked) {
    if (!this.tells) return;
    if (count > 0) this.begun ??= asked;
    if (solved && this.begun !== null) this.ended ??= performance.now();
  }

  /** Seconds so far, or in all; null where they are unknown. */
  get seconds() {
    return this.begun === null ? null : ((this.ended ?? performance.now()) - this.begun) / 1000;
  }
}
