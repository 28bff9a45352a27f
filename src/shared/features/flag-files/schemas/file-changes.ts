import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { Instant, Key, ScopeKey } from '../../../schemas/keys.ts'
import { isPathInside, isRepository } from '../../../schemas/web-address.ts'
import { DespiteBuilds } from '../../builds/schemas/build.ts'
import { ProposedEntry, Title } from '../../changes/schemas/change.ts'
import { CreateFlagInput, Flag, FlagFileLocation, UpdateFlagInput, ValueSchema } from '../../flags/schemas/flag-view.ts'
import { InProject } from '../../projects/schemas/project.ts'
import { Message, Revision } from '../../publishing/schemas/revision.ts'
import { CreateSegmentInput, Segment } from '../../segments/schemas/segment-view.ts'

/** The state of a project that flag files are compared with. The documents themselves are in the datafiles. */
export const FileBaseline = z.strictObject({
  environments: list(
    z.strictObject({
      key: ScopeKey,
      name: z.string(),
      protected: z.boolean(),
      requiredApprovals: z.int().min(0),
      /** Open runs. Their rules are managed by the run, not by files. */
      runs: list(z.int()),
    }),
  ),
  flags: list(
    Flag.pick({ key: true, name: true, description: true, type: true, permanence: true, expectedEnd: true, tags: true })
      .extend(Flag.pick({ visibleToClients: true, keptIn: true }).shape)
      .extend({ schema: ValueSchema.nullable(), archived: z.boolean() }),
  ),
  segments: list(Segment.pick({ key: true, name: true, description: true })),
})
export type FileBaseline = z.infer<typeof FileBaseline>

/** A flag that a file introduces. Its documents are among the entries. */
export const NewFlag = CreateFlagInput.omit({ project: true, variants: true, onIn: true }).extend({
  variants: list(Key).min(1).max(limits.variantsPerFlag),
  expectedEnd: Instant.nullable().default(null),
  schema: ValueSchema.nullable().default(null),
})
export type NewFlag = z.output<typeof NewFlag>

export const NewSegment = CreateSegmentInput.pick({ key: true, name: true, description: true })
export type NewSegment = z.output<typeof NewSegment>

/** Flag properties that differ between a project and a file. */
export const FlagEdit = UpdateFlagInput.omit({ project: true, owner: true })
export type FlagEdit = z.output<typeof FlagEdit>

const repositoryPath = FlagFileLocation.shape.path.refine(
  isPathInside,
  'use a path from the root of the repository, such as flags/checkout.yaml',
)

/**
 * The changes of a set of files, applied all or nothing: new flags and segments, flag properties, and one change over
 * all environments.
 */
export const ApplyFilesInput = InProject.extend({
  title: Title,
  message: Message.default(''),
  flags: list(NewFlag).max(limits.flagsPerProject).default([]),
  segments: list(NewSegment).max(limits.segmentsPerProject).default([]),
  edits: list(FlagEdit).max(limits.flagsPerProject).default([]),
  entries: list(ProposedEntry).max(limits.importItems).default([]),
  /** Flags that no file contains any more. They are archived. */
  archive: list(Key).max(limits.flagsPerProject).default([]),
  /**
   * If true, the request is rejected when any of the subjects was published since its `base`, even if the changes do
   * not overlap.
   */
  exact: z.boolean().default(false),
  /** The files that flags are kept in from now on. A flag without a path is no longer kept in this repository. */
  kept: FlagFileLocation.omit({ path: true })
    .extend({
      repository: FlagFileLocation.shape.repository.refine(
        isRepository,
        'use the repository’s name, such as acme/shop',
      ),
      paths: list(z.strictObject({ flag: Key, path: repositoryPath.nullable() })).max(limits.flagsPerProject),
    })
    .optional(),
  /** An admin's reason to remove something that a live build reads. */
  despite: DespiteBuilds.optional(),
})
export type ApplyFilesInput = z.input<typeof ApplyFilesInput>

/** The result: published, a change that awaits review or publishing, or `none` if there was nothing to publish. */
export const AppliedFiles = z.strictObject({
  state: z.enum(['published', 'in-review', 'approved', 'none']),
  change: z.int().nullable(),
  /** Why the change waits, as a sentence. Null if it does not. */
  why: z.string().nullable(),
  revisions: list(Revision),
  /**
   * Flags that were archived. If the change waits, they are archived by applying the files again after it is published.
   */
  archived: list(Key),
})
export type AppliedFiles = z.infer<typeof AppliedFiles>
