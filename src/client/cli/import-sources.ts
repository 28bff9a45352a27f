import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { Vendor, vendorNames } from '../../shared/features/imports/schemas/import.ts'
import { limits } from '../../shared/limits.ts'
import { decodeText } from '../../shared/vendors/importing/decode-text.ts'
import { AccessMissing, type Parts } from '../../shared/vendors/importing/vendor-read.ts'
import {
  filesAlone,
  isFilesAlone,
  type VendorReadMethod,
  vendorReadMethods,
} from '../../shared/vendors/importing/vendor-read-methods.ts'
import { decryptedParts } from '../api/decrypt.ts'
import { UsageError } from './cli-error.ts'
import type { CommandInput, Env } from './command.ts'
import { decryptionKeysOf } from './decryption-keys.ts'
import { fetchPages } from './fetch-pages.ts'
import { withFile } from './file-error.ts'
import { findByName } from './parse-words.ts'
import { shownPath } from './shown.ts'

const readable = /\.(?:json|ya?ml|toml|csv|zip)$/i

/** Loads the parts to import, from files, folders or a vendor’s API. Decrypts encrypted parts locally. */
export async function partsOf(asked: CommandInput): Promise<Parts> {
  const parts = await readFromVendor(asked)
  const keys = decryptionKeysOf(asked)
  if (keys.length === 0) return parts
  const { parts: clear, locked } = await decryptedParts(parts, keys)
  const [first] = locked
  if (first !== undefined)
    throw new UsageError(`${shownPath(first)} is encrypted with another key. Look at its SDK connection in GrowthBook.`)
  return clear
}

async function readFromVendor({ args, values, env, say }: CommandInput): Promise<Parts> {
  const [first = '', ...rest] = args
  const vendor = Vendor.safeParse(first.toLowerCase())
  if (!vendor.success && rest.length === 0 && !looksLikeFile(first)) {
    const known = Vendor.options.map((name) => ({ name }))
    findByName('vendor or file', known, first)
  }
  const files = vendor.success ? rest : args
  if (files.length > 0) return readFiles(files)
  if (!vendor.success) throw new UsageError('Name a vendor, or the files to read.')
  if (isFilesAlone(vendor.data)) {
    throw new UsageError(
      `${vendorNames[vendor.data]} is read from ${filesAlone[vendor.data]}: fanion import ${vendor.data} <file>.`,
    )
  }
  const way = vendorReadMethods[vendor.data]
  const access = {
    host: values.host,
    project: values.from,
    token: way.token && secretIn(env, way.token),
    keys: keysIn(env, way),
  }
  try {
    const parts = await fetchPages(way.read(access), say)
    return parts
  } catch (error) {
    if (!(error instanceof AccessMissing)) throw error
    throw new UsageError(
      `${vendorNames[vendor.data]}: ${error.message} Or name its files: fanion import ${vendor.data} <file>.`,
    )
  }
}

const looksLikeFile = (word: string): boolean =>
  readable.test(word) || word.includes('/') || word.includes('\\') || word === '.'

const secretIn = (env: Env, name: string): string | undefined => {
  const secret = env[name]?.trim()
  if (secret === undefined || secret === '') return undefined
  if (!/^[\x21-\x7e]{1,1000}$/.test(secret))
    throw new UsageError(`${name} is no token: tokens are one word of plain letters, digits and signs.`)
  return secret
}

/** API keys by environment, from the rest of the variable’s name: `…_QA_EU` is `qa-eu`. */
const keysIn = (env: Env, { keys: prefix }: VendorReadMethod): Record<string, string> => {
  if (prefix === undefined) return {}
  return Object.fromEntries(
    Object.keys(env)
      .filter((name) => name.startsWith(prefix) && name.length > prefix.length)
      .flatMap((name) => {
        const secret = secretIn(env, name)
        return secret === undefined ? [] : [[name.slice(prefix.length).toLowerCase().replaceAll('_', '-'), secret]]
      }),
  )
}

function readFiles(names: readonly string[]): Parts {
  const parts: Parts = {}
  let bytes = 0
  const add = (file: string) => {
    const content = withFile(file, 'read', () => readFileSync(file))
    bytes += content.length
    if (bytes > limits.bundleUnpackedBytes)
      throw new UsageError('These files are larger than an import may be. Name fewer.')
    parts[file] = /\.zip$/i.test(file) ? { zip: content.toString('base64') } : decodeText(content)
  }
  for (const name of names) {
    const isFolder = withFile(name, 'read', () => statSync(name)).isDirectory()
    if (!isFolder) {
      add(name)
      continue
    }
    const inside = withFile(name, 'read', () => readdirSync(name, { recursive: true, encoding: 'utf8' }))
    const found = inside.filter((file) => readable.test(file)).sort()
    if (found.length === 0)
      throw new UsageError(`There is no .json, .yaml, .toml, .csv or .zip file in ${shownPath(name)}.`)
    for (const file of found) add(path.join(name, file))
  }
  return parts
}
