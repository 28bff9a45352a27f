import type { LdConfig } from '../config.ts'
import type { LdContext } from './context.ts'

/** SHA-1 of UTF-8 text, in lowercase hexadecimal. */
export type Sha1 = (text: string) => string

export type Scope = { config: LdConfig; context: LdContext; sha1: Sha1 }

/** The result of a step, or that the document is malformed, which ends the evaluation. */
export type Verdict<T> = T | 'malformed'
