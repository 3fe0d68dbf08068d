// The law: what is said to a listener. One polite region: what happens within one breath is merged into one text,
// a newer one replaces an older; only the line and the end of the game go to the alert region.

const BREATH_MS = 60;

/** @param {HTMLElement} status @param {HTMLElement} alert */
export function announcer(status, alert) {
  /** @type {string[]} */
  let sentences = [];
  let timer = 0;
  return {
    /** @param {...string} more */
    say(...more) {
      sentences.push(...more.filter(Boolean));
      clearTimeout(timer);
      timer = setTimeout(() => {
        status.textContent = sentences.join(" ");
        sentences = [];
      }, BREATH_MS);
    },
    /** @param {string} sentence */
    alert(sentence) {
      alert.textContent = sentence;
    },
  };
}
