import { existsSync } from 'node:fs'
import path from 'node:path'

/** A folder beside the bundle when built, in dist/ when run from source. */
export function builtAt(name: 'docs' | 'packages' | 'web'): string | undefined {
  const places = [`../${name}`, `../../dist/${name}`].map((place) => path.resolve(import.meta.dirname, place))
  return places.find((place) => existsSync(name === 'web' ? path.join(place, 'index.html') : place))
}
