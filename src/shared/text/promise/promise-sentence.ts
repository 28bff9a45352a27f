import type { Statement } from '../../features/promises/schemas/promise.ts'
import { text } from '../word.ts'
import { promiseText } from './promise-text.ts'

/**
 * A promise as a sentence: `nobody where country is CN gets new-checkout on`. The sentence is stored and parsed by
 * `parsePromise`, so it is English regardless of the UI language (scripts/messages/plugin.ts).
 */
export const promiseSentence = (statement: Statement): string => text(promiseText(statement))
