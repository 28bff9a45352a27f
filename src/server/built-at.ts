import { existsSync } from 'node:fs'
import path from 'node:path'

/** Returns a folder next to the bundle, or in dist/ when running from source. */
export function builtAt(name: 'docs' | 'packages' | 'web'): string | undefined {
  const places = [`../${name}`, `../../dist/${name}`].map((place) => path.resolve(import.meta.dirname, place))
  return places.find((place) => existsSync(name === 'web' ? path.join(place, 'index.html') : place))
}
