import type { Generated, JSONColumnType } from 'kysely'
import type { DeclaredFlag } from '../../../shared/features/builds/schemas/build.ts'

/** Tables of running builds and of code references in repositories. */
export interface BuildTables {
  build: BuildTable
  buildFlag: BuildFlagTable
  buildSeen: BuildSeenTable
  codeRepository: CodeRepositoryTable
  codeReference: CodeReferenceTable
  codeExtinction: CodeExtinctionTable
  scanPart: ScanPartTable
  unknownFlagDismissed: UnknownFlagDismissedTable
}

/** One version of one application in one environment. */
interface BuildTable {
  id: Generated<number>
  environmentId: string
  /** Kind of the key it was reported with. Client keys are public, so reports with one are untrusted. */
  kind: 'server' | 'client'
  digest: string
  name: string
  version: string
  commit: string | null
  runtime: string
  attributes: JSONColumnType<string[]> | null
  firstSeenAt: Date
  lastSeenAt: Date
}
/** A flag declaration of a build. */
interface BuildFlagTable {
  build: number
  flag: string
  declared: JSONColumnType<DeclaredFlag>
}
/** Number of streams that a server process has open for a build. */
interface BuildSeenTable {
  build: number
  server: string
  programs: number
  seenAt: Date
}
/** The last scan of a branch of a repository. */
interface CodeRepositoryTable {
  id: Generated<number>
  projectId: string
  repository: string
  branch: string
  commit: string
  linkTemplate: string | null
  scannedAt: Date
}
/** A line of code that names a flag. */
interface CodeReferenceTable {
  repository: number
  flag: string
  path: string
  line: number
  columnNumber: number
  kind: 'read' | 'declaration' | 'mention' | 'test'
  lineHash: string
  text: string | null
  since: Date | null
}
/** The commit that removed the last read of a flag from a branch. */
interface CodeExtinctionTable {
  repository: number
  flag: string
  commit: string
  at: Date
}
/** One part of a scan whose other parts have not arrived yet. */
interface ScanPartTable {
  projectId: string
  scan: string
  number: number
  of: number
  repository: string
  branch: string
  commit: string
  places: number
  body: JSONColumnType<object[]>
  sentAt: Date
}
/** An unknown flag that builds read, whose notice a user has dismissed. */
interface UnknownFlagDismissedTable {
  personId: string
  projectId: string
  flag: string
  at: Date
}
