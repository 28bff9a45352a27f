import type { ColumnType, Generated } from 'kysely'
import type { EmailChoice, News } from '../../../shared/features/notifications/schemas/email-notification.ts'

/** Tables of queued email notifications and of users' notification settings. */
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
  /** Number of servers in a row that took it and did not report a result. */
  interrupted: Generated<number>
  nextAttemptAt: Date
  createdAt: Date
}
/** A user without a row gets every notification. */
interface LetterChoiceTable {
  personId: string
  ramps: EmailChoice
}
