import type { ColumnType, JSONColumnType } from 'kysely'
import type {
  ChosenKey,
  EnvironmentMapping,
  ImportItem,
  ImportOptions,
  ImportSummary,
  RunState,
  Vendor,
  Verdict,
  WrittenEnvironment,
} from '../../../shared/features/imports/schemas/import.ts'
import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'

export interface ImportTables {
  importSource: ImportSourceTable
  importRun: ImportRunTable
  importItem: ImportItemTable
  importSubject: ImportSubjectTable
  importWritten: ImportWrittenTable
}

type Kind = 'flag' | 'segment'

export interface ImportSourceTable {
  id: string
  projectId: string
  number: number
  vendor: Vendor
  name: string
  state: 'open' | 'undone'
  createdAt: Date
  createdBy: string
}
export interface ImportRunTable {
  id: string
  sourceId: string
  number: number
  state: RunState
  /** The uploaded files, sealed. Null after the run was applied or discarded. */
  bundle: Buffer | null
  options: JSONColumnType<ImportOptions>
  mapping: JSONColumnType<EnvironmentMapping>
  /** Flag keys that a user chose for imported flags. */
  keys: ColumnType<ChosenKey[], string | undefined, string>
  summary: ColumnType<ImportSummary | null, string | null, string | null>
  written: JSONColumnType<WrittenEnvironment[]>
  changeNumber: number | null
  problem: string | null
  startedAt: Date
  startedBy: string
  endedAt: Date | null
}
interface ImportItemTable {
  runId: string
  position: number
  kind: Kind
  key: string
  verdict: Verdict
  item: JSONColumnType<ImportItem>
  documents: JSONColumnType<Record<string, FlagDocument | SegmentDocument>>
}
interface ImportSubjectTable {
  sourceId: string
  kind: Kind
  key: string
  theirs: string
  /** Whether this source created the subject. Otherwise it already existed. */
  made: boolean
}
export interface ImportWrittenTable {
  sourceId: string
  environmentId: string
  kind: Kind
  key: string
  number: number
  before: ColumnType<FlagDocument | SegmentDocument | null, string | null, never>
}
