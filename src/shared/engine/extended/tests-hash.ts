import { hexOf } from '../bucketing/padded.ts'
import { utf8 } from '../bucketing/utf8.ts'
import { isList } from '../operators/list.ts'
import type { OptionalModules } from '../optional-module.ts'
import { requireModule } from '../require-module.ts'
import { catchContextErrors } from './catch-context-errors.ts'
import type { Ask, TestOf } from './test.ts'
import { stringifier } from './text.ts'

const hasher = (profiles: OptionalModules, salt: string, contextSalt: string) => {
  const sha256 = requireModule(profiles, 'sha256')
  const salts = utf8(salt + contextSalt)
  return (bytes: readonly number[]) => hexOf(sha256([...bytes, ...salts]))
}

/**
 * Compares hashes: the original texts are unknown. Prefixes and suffixes include the length in bytes that was hashed.
 */
export const hashText = ({ rel, values, salt, contextSalt }: TestOf<'hash.text'>, profiles: OptionalModules): Ask => {
  const hash = hasher(profiles, salt, contextSalt)
  const read = stringifier('comma')
  if (rel === 'eq') {
    const wanted = new Set(values)
    return (value) => {
      const text = read(value)
      return text === undefined ? 'invalid' : wanted.has(hash(utf8(text)))
    }
  }
  const wanted = values.map((value) => {
    const at = value.indexOf('_')
    return { length: Number.parseInt(value.slice(0, at), 10), digest: value.slice(at + 1) }
  })
  return (value) => {
    const text = read(value)
    if (text === undefined) return 'invalid'
    const bytes = utf8(text)
    return wanted.some(({ length, digest }) => {
      if (!(bytes.length >= length)) return false
      return hash(rel === 'prefix' ? bytes.slice(0, length) : bytes.slice(bytes.length - length)) === digest
    })
  }
}

const textList = (value: unknown): string[] | undefined => {
  const list = typeof value === 'string' ? catchContextErrors((): unknown => JSON.parse(value)) : value
  return isList(list) && list.every((element) => typeof element === 'string') ? list : undefined
}

export const arrText = ({ values, salt, contextSalt = '' }: TestOf<'arr.text'>, profiles: OptionalModules): Ask => {
  const wanted = new Set(values)
  const hash = salt === undefined ? undefined : hasher(profiles, salt, contextSalt)
  return (value) => {
    const list = textList(value)
    if (list === undefined) return 'invalid'
    return list.some((element) => wanted.has(hash === undefined ? element : hash(utf8(element))))
  }
}
