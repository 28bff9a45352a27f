const prefixed = /fan_[a-z]{2,}_/i

/** Whether a word may be a secret: a key of ours, or a long run of letters and digits such as no name has. */
export const looksSecret = (text: string): boolean =>
  prefixed.test(text) || (/[A-Za-z0-9+_=-]{20,}/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text))

/** A word as an error message may quote it: shells and CI logs keep what is printed, so keys are not. */
export const shown = (text: string): string => {
  if (looksSecret(text)) return 'a word that looks like a key (not shown)'
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return JSON.stringify(short)
}

/** A path as a message may quote it: as it is, unless a part of it may be a secret. */
export const shownPath = (path: string): string =>
  path.split(/[/\\]/).some((part) => prefixed.test(part) || (/[A-Za-z0-9]{32,}/.test(part) && looksSecret(part)))
    ? 'a file whose name looks like a key (not shown)'
    : path
