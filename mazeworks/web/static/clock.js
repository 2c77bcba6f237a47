// How long a game takes: from its first move until it is solved, and not longer.

export class Clock {
  /** A clock that has not begun; one that cannot tell, because nobody knows how long a game took before it was saved, never does. */
  constructor(tells = true) {
    this.tells = tells;
    this.begun = this.ended = null;
  }

  /** A game stands at so many moves after something was asked at a time. */
  see(count, solved, asked) {
    if (!this.tells) return;
    if (count > 0) this.begun ??= asked;
    if (solved && this.begun !== null) this.ended ??= performance.now();
  }

  /** Seconds so far, or in all; null where nobody knows. */
  get seconds() {
    return this.begun === null ? null : ((this.ended ?? performance.now()) - this.begun) / 1000;
  }
}
