import { existsSync, readFileSync } from 'node:fs'
import { describe } from '../core/describe.ts'
import { inProduction } from '../core/logger.ts'

const file = 'fanion.local.json'

/**
 * Reads local overrides for development. The variable `FANION_OVERRIDES` takes precedence over the file. Returns none
 * in production.
 */
export const localOverrides = (wanted: boolean): Readonly<Record<string, unknown>> => {
  if (!wanted || inProduction()) return {}
  return { ...ofFile(), ...ofVariable(process.env['FANION_OVERRIDES'] ?? '') }
}

/** Parses `checkout=on,hero=compact`. A value may contain `=`, and commas within JSON. */
const ofVariable = (text: string): Record<string, unknown> => {
  const found: Record<string, unknown> = {}
  for (const part of text.split(/,(?=\s*[\w.-]+=)/)) {
    if (part.trim() === '') continue
    const [name = '', ...value] = part.split('=')
    if (value.length === 0) throw new TypeError(`FANION_OVERRIDES: ${part.trim()} is no flag=value`)
    found[name.trim()] = value.join('=').trim()
  }
  return found
}

const ofFile = (): Record<string, unknown> => {
  if (!existsSync(file)) return {}
  try {
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof json === 'object' && json !== null && !Array.isArray(json)) return { ...json }
    throw new Error('it must be an object of values by flag')
  } catch (cause) {
    throw new TypeError(`createFanion: overrides: ${file} cannot be read: ${describe(cause)}`, { cause })
  }
}
