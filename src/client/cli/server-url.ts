import { UsageError } from './cli-error.ts'
import { shown } from './shown.ts'

/** Normalizes a server URL without a trailing slash. Throws an error that shows the expected form if it is invalid. */
export const serverUrl = (text: string, from: string): string => {
  const example = 'use an address such as https://flags.example.com'
  const isWeb = /^https?:\/\//i.test(text) && URL.canParse(text)
  if (!isWeb) {
    const scheme = /^(localhost|127\.|\[::1\])/i.test(text) ? 'http' : 'https'
    const guess = !looksLikeScheme(text) && URL.canParse(`${scheme}://${text}`) ? `${scheme}://${text}` : null
    const hint = guess !== null && shown(guess) === JSON.stringify(guess) ? `did you mean ${guess}?` : example
    throw new UsageError(`${from} is ${shown(text)}, which isn’t the address of a server; ${hint}`)
  }
  const { username, password, search, hash } = new URL(text)
  if (username || password)
    throw new UsageError(`${from} contains a name or password, which Fanion doesn’t accept; ${example}`)
  if (search || hash) throw new UsageError(`${from} holds more than an address; ${example}`)
  return text.replace(/\/+$/, '')
}

const looksLikeScheme = (text: string): boolean => /^([a-z][a-z0-9+.-]*:\/\/|https?:)/i.test(text)
