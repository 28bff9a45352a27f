import { createHash } from 'node:crypto'

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#39;': "'",
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}
const unescaped = (text: string) => text.replaceAll(/&(?:quot|#39|lt|gt|amp);/g, (entity) => entities[entity] ?? entity)

/** Inline scripts of a page, its style elements, and its style attributes. */
export const inlineOf = (page: string) => ({
  scripts: [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs)].map(([, text = '']) => text),
  styles: [...page.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, text = '']) => text),
  atElements: [...page.matchAll(/<[a-z][^>]*? style="([^"]*)"/g)].map(([, text = '']) => unescaped(text)),
})

/** The only style that the site's scripts add: disables transitions while the reader changes the colour scheme. */
const addedStyles = (scripts: readonly string[]) =>
  scripts.flatMap((script) =>
    [...script.matchAll(/"(\*,\*::before,\*::after\{[^"{}]*\})"/g)].map(([, text = '']) => text),
  )

/** Returns the strictest content security policy that allows these pages and scripts. */
export function policyOf(pages: readonly string[], scripts: readonly string[]): string {
  const found = pages.map(inlineOf)
  const hashes = (texts: readonly string[]) => [...new Set(texts)].map(hashOf).toSorted()
  const atElements = hashes(found.flatMap((one) => one.atElements))
  const styles = hashes([...found.flatMap((one) => one.styles), ...addedStyles(scripts)])
  return Object.entries({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hashes(found.flatMap((one) => one.scripts))],
    'style-src': ["'self'", ...styles, ...(atElements.length > 0 ? ["'unsafe-hashes'", ...atElements] : [])],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  })
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}
