// Buttons for the possible moves: a compass where all moves are directions, else a list in words.

const ARROWS = { N: "↑", S: "↓", E: "→", W: "←", NE: "↗", NW: "↖", SE: "↘", SW: "↙" };
const WORDS = { N: "north", S: "south", E: "east", W: "west", NE: "north-east", NW: "north-west", SE: "south-east", SW: "south-west" };

export class Choices {
  /** In an element; calls `chosen` with the name of a move. */
  constructor(element, chosen) {
    this.element = element;
    this.chosen = chosen;
    this.forget();
  }

  forget() {
    this.diagonals = false;
  }

  show({ choices, hint, solved }, look) {
    const others = choices.filter(({ move }) => !ARROWS[move]); // one, such as waiting, has its place in the middle
    const compass = others.length <= 1 && choices.length > others.length && look !== "words";
    this.diagonals ||= choices.some(({ move }) => move.length === 2); // shown from then on, so that buttons keep their places
    const box = this.element;
    const focused = box.contains(document.activeElement) ? document.activeElement.dataset.move : null;
    box.className = compass ? "choices compass" : "choices";
    const ways = Object.keys(ARROWS).filter((move) => move.length === 1 || this.diagonals);
    const shown = compass ? [...ways.map((move) => choices.find((choice) => choice.move === move) ?? { move, off: true }), ...others] : choices;
    box.replaceChildren(...(solved && !compass ? [] : shown).map((choice, number) => this.button(choice, number, compass, hint, look)));
    if (focused) // a button that is removed or disabled passes its focus on
      (box.querySelector(`[data-move="${CSS.escape(focused)}"]:not(:disabled)`) ?? box.querySelector("button:not(:disabled)"))?.focus();
  }

  button({ move, says, words, cost, off }, number, compass, hint, look) {
    const button = Object.assign(document.createElement("button"), { type: "button", disabled: Boolean(off) });
    const costs = cost == null ? "" : `, cost ${cost}`;
    button.dataset.move = move;
    if (move === hint) button.classList.add("hinted");
    if (compass) {
      button.append(ARROWS[move] ?? says);
      if (cost != null) button.append(Object.assign(document.createElement("small"), { textContent: cost }));
      button.setAttribute("aria-label", off ? `${WORDS[move]}: no way` : `${says}, to ${words}${costs}`);
    } else {
      const label = (number < 9 ? `${number + 1}. ` : "") + says; // an accessible name has to contain the visible text
      const note = Object.assign(document.createElement("small"), { textContent: look === "words" ? ` → ${words}${costs}` : costs });
      button.append(label, note);
      if (look !== "words") button.setAttribute("aria-label", `${label}${costs}, to ${words}`);
    }
    button.addEventListener("click", () => this.chosen(move));
    return button;
  }
}
