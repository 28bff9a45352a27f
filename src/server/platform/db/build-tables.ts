import type { Generated, JSONColumnType } from 'kysely'
import type { DeclaredFlag } from '../../../shared/features/builds/schemas/build.ts'

/** The tables of what code reads: builds that run, and places in repositories. */
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

/** One version of one program in one environment. */
interface BuildTable {
  id: Generated<number>
  environmentId: string
  /** Of the key it came with: anybody holds a client key. */
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
/** What a build declares of a flag. */
interface BuildFlagTable {
  build: number
  flag: string
  declared: JSONColumnType<DeclaredFlag>
}
/** How many streams of a build a process of Fanion has. */
interface BuildSeenTable {
  build: number
  server: string
  programs: number
  seenAt: Date
}
/** A branch of a repository as it was scanned last. */
interface CodeRepositoryTable {
  id: Generated<number>
  projectId: string
  repository: string
  branch: string
  commit: string
  linkTemplate: string | null
  scannedAt: Date
}
/** A place in code that names a flag. */
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
/** When the last read of a flag left a branch. */
interface CodeExtinctionTable {
  repository: number
  flag: string
  commit: string
  at: Date
}
/** A part of a scan that waits for the others. */
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
/** A flag that builds ask for and the project lacks, of which a person wants to hear no more. */
interface UnknownFlagDismissedTable {
  personId: string
  projectId: string
  flag: string
  at: Date
}
