import type { Statement } from '../../features/promises/schemas/promise.ts'
import { text } from '../word.ts'
import { promiseText } from './promise-text.ts'

/**
 * A promise as a sentence: `nobody where country is CN gets new-checkout on`. It is typed, kept and sent: `parsePromise` reads
 * it back, and it is English whatever the language of the page is (scripts/messages/plugin.ts).
 */
export const promiseSentence = (statement: Statement): string => text(promiseText(statement))
