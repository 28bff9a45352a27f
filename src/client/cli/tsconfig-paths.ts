import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Paths } from './codemod/resolve-module.ts'

/** `paths` of a folder’s tsconfig.json. Empty if the file is missing or invalid. */
export function tsconfigPaths(folder: string): Paths {
  const file = path.join(folder, 'tsconfig.json')
  if (!existsSync(file)) return {}
  try {
    // The file may contain comments and trailing commas.
    const text = readFileSync(file, 'utf8').replaceAll(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1')
    const found: unknown = JSON.parse(text.replaceAll(/,(?=\s*[}\]])/g, ''))
    const options: unknown =
      typeof found === 'object' && found !== null && 'compilerOptions' in found ? found.compilerOptions : {}
    const { baseUrl = '.', paths = {} } = options as { baseUrl?: string; paths?: Record<string, string[]> }
    return Object.fromEntries(
      Object.entries(paths).map(([name, targets]) => [name, targets.map((one) => path.posix.join(baseUrl, one))]),
    )
  } catch {
    return {}
  }
}
