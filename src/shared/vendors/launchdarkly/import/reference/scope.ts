import type { LdConfig } from '../config.ts'
import type { LdContext } from './context.ts'

/** Lower-case hexadecimal SHA-1 of a text's UTF-8. */
export type Sha1 = (text: string) => string

/** What every step of one evaluation reads. */
export type Scope = { config: LdConfig; context: LdContext; sha1: Sha1 }

/** What a step found out, or that the document is malformed, which ends the evaluation. */
export type Verdict<T> = T | 'malformed'
