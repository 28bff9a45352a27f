import { existsSync, readFileSync } from 'node:fs'
import { describe } from '../core/describe.ts'
import { inProduction } from '../core/logger.ts'

const file = 'fanion.local.json'

/** The overrides of whoever develops here: of the variable `FANION_OVERRIDES` before those of the file. None in production. */
export const localOverrides = (wanted: boolean): Readonly<Record<string, unknown>> => {
  if (!wanted || inProduction()) return {}
  return { ...ofFile(), ...ofVariable(process.env['FANION_OVERRIDES'] ?? '') }
}

/** `checkout=on,hero=compact`; a value may hold `=`, and a comma where JSON is written. */
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
