import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * Returns name and version from the `package.json` nearest to the main script. `FANION_BUILD_VERSION` overrides the
 * version. Empty if neither exists.
 */
export const packageBuild = (
  from = path.dirname(process.argv[1] ?? path.join(process.cwd(), 'program')),
): { readonly name?: string; readonly version?: string } => {
  const given = process.env['FANION_BUILD_VERSION']
  const found = nearest(from)
  const version = given || found.version
  return { ...(found.name ? { name: found.name } : {}), ...(version ? { version } : {}) }
}

const nearest = (folder: string): { name?: string; version?: string } => {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = read(path.join(at, 'package.json'))
    if (found?.name) return found
    if (at === path.dirname(at)) return {}
  }
}

/** A `package.json` without a name, such as one that only sets `"type": "module"`, is skipped. */
const read = (file: string): { name?: string; version?: string } | undefined => {
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const { name, version } = Object(json)
    return {
      ...(typeof name === 'string' ? { name } : {}),
      ...(typeof version === 'string' ? { version } : {}),
    }
  } catch {
    return undefined
  }
}
