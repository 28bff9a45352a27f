import { readFileSync } from 'node:fs'
import { vendorReadMethods } from '../../shared/vendors/importing/vendor-read-methods.ts'
import { isDecryptionKey } from '../api/decrypt.ts'
import { UsageError } from './cli-error.ts'
import type { CommandInput } from './command.ts'
import { withFile } from './file-error.ts'
import { shownPath } from './shown.ts'

const variable = vendorReadMethods.growthbook.decryption ?? ''

/** Enough for every connection of a company. Each key is tried on each encrypted file. */
const most = 100

/**
 * Decryption keys of GrowthBook’s encrypted SDK connections: one per line of a file, and from variables that begin with
 * `GROWTHBOOK_DECRYPTION_KEY`. They are never accepted as an argument, because shells record those in their history,
 * and never sent anywhere.
 */
export function decryptionKeysOf({ values, env }: Pick<CommandInput, 'values' | 'env'>): string[] {
  const file = values['decryption-key-file']
  const lines = file === undefined ? [] : withFile(file, 'read', () => readFileSync(file, 'utf8')).split(/\r?\n/)
  const named = [
    ...lines.map((text, at) => [`Line ${at + 1} of ${shownPath(file ?? '')}`, text] as const),
    ...Object.entries(env).filter(([name]) => name === variable || name.startsWith(`${variable}_`)),
  ]
  const keys = named.flatMap(([place, text = '']) => {
    const key = text.trim()
    if (key === '') return []
    if (!isDecryptionKey(key))
      throw new UsageError(`${place} is no decryption key: GrowthBook shows it with the SDK connection, as base64.`)
    return [key]
  })
  if (file !== undefined && lines.every((line) => line.trim() === ''))
    throw new UsageError(`There is no key in ${shownPath(file)}.`)
  if (keys.length > most) throw new UsageError(`Name at most ${most} decryption keys.`)
  return [...new Set(keys)]
}
