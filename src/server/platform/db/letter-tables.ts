import type { ColumnType, Generated } from 'kysely'
import type { LetterChoice, News } from '../../../shared/features/notifications/schemas/letter.ts'

/** The tables of letters that wait to be sent, and of who wants which. */
export interface LetterTables {
  letter: LetterTable
  letterChoice: LetterChoiceTable
}

export interface LetterTable {
  id: string
  personId: string
  projectId: string
  about: ColumnType<News, string, never>
  attempts: Generated<number>
  nextAttemptAt: Date
  createdAt: Date
}
/** No row: every letter. */
interface LetterChoiceTable {
  personId: string
  ramps: LetterChoice
}
