const prefixed = /fan_[a-z]{2,}_/i

/** Whether a word may be a secret: a Fanion key, or a long run of letters and digits that names do not have. */
export const looksSecret = (text: string): boolean =>
  prefixed.test(text) || (/[A-Za-z0-9+_=-]{20,}/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text))

/** Quotes a word for an error message. Hides keys, because shells and CI logs store what is printed. */
export const shown = (text: string): string => {
  if (looksSecret(text)) return '(not shown: it looks like a key)'
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return JSON.stringify(short)
}

/** Removes keys from a message, for example in a URL or in text quoted from a server. */
export const withoutKeys = (message: string): string =>
  message
    .replaceAll(/fan_[a-z]{2,}_[\w-]{8,}/gi, '(not shown: it looks like a key)')
    .replaceAll(/[A-Za-z0-9]{32,}/g, (word) => (looksSecret(word) ? '(not shown: it looks like a key)' : word))

/** A path for a message, unchanged unless a part of it may be a secret. */
export const shownPath = (path: string): string =>
  path.split(/[/\\]/).some((part) => prefixed.test(part) || (/[A-Za-z0-9]{32,}/.test(part) && looksSecret(part)))
    ? 'a file whose name looks like a key (not shown)'
    : path
