const prefixed = /fan_[a-z]{2,}_/i

/** Whether a word may be a secret: a key of ours, or a long run of letters and digits such as no name has. */
export const looksSecret = (text: string): boolean =>
  prefixed.test(text) || (/[A-Za-z0-9+_=-]{20,}/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text))

/** A word as an error message may quote it: shells and CI logs keep what is printed, so keys are not. */
export const shown = (text: string): string => {
  if (looksSecret(text)) return '(not shown: it looks like a key)'
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return JSON.stringify(short)
}

/** A message without the keys that may be in it: of ours wherever they stand, such as in an address or what a server quoted. */
export const withoutKeys = (message: string): string =>
  message
    .replaceAll(/fan_[a-z]{2,}_[\w-]{8,}/gi, '(not shown: it looks like a key)')
    .replaceAll(/[A-Za-z0-9]{32,}/g, (word) => (looksSecret(word) ? '(not shown: it looks like a key)' : word))

/** A path as a message may quote it: as it is, unless a part of it may be a secret. */
export const shownPath = (path: string): string =>
  path.split(/[/\\]/).some((part) => prefixed.test(part) || (/[A-Za-z0-9]{32,}/.test(part) && looksSecret(part)))
    ? 'a file whose name looks like a key (not shown)'
    : path
