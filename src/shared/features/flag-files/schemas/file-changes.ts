import { z } from 'zod'
import { limits } from '../../../limits.ts'
import { list } from '../../../schemas/bounded.ts'
import { Instant, Key, ScopeKey } from '../../../schemas/keys.ts'
import { isPathInside, isRepository } from '../../../schemas/web-address.ts'
import { DespiteBuilds } from '../../builds/schemas/build.ts'
import { ProposedEntry, Title } from '../../changes/schemas/change.ts'
import { CreateFlagInput, Flag, KeptIn, UpdateFlagInput, ValueSchema } from '../../flags/schemas/flag-view.ts'
import { InProject } from '../../projects/schemas/project.ts'
import { Message, Revision } from '../../publishing/schemas/revision.ts'
import { CreateSegmentInput, Segment } from '../../segments/schemas/segment-view.ts'

/** What a project is, as far as files of its flags have to do with it; the documents are in the datafiles. */
export const FileGround = z.strictObject({
  environments: list(
    z.strictObject({
      key: ScopeKey,
      name: z.string(),
      protected: z.boolean(),
      requiredApprovals: z.int().min(0),
      /** The runs that are open: their rules are theirs to move. */
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
export type FileGround = z.infer<typeof FileGround>

/** A flag that a file brings; its documents come with the entries. */
export const NewFlag = CreateFlagInput.omit({ project: true, variants: true, onIn: true }).extend({
  variants: list(Key).min(1).max(limits.variantsPerFlag),
  expectedEnd: Instant.nullable().default(null),
  schema: ValueSchema.nullable().default(null),
})
export type NewFlag = z.output<typeof NewFlag>

export const NewSegment = CreateSegmentInput.pick({ key: true, name: true, description: true })
export type NewSegment = z.output<typeof NewSegment>

/** What a project knows of a flag, and a file says otherwise. */
export const FlagEdit = UpdateFlagInput.omit({ project: true, owner: true })
export type FlagEdit = z.output<typeof FlagEdit>

const keptPath = KeptIn.shape.path.refine(
  isPathInside,
  'use a path from the root of the repository, such as flags/checkout.yaml',
)

/** What files change, all of it or nothing: flags and segments that are new, what flags are called, and one change over environments. */
export const ApplyFilesInput = InProject.extend({
  title: Title,
  message: Message.default(''),
  flags: list(NewFlag).max(limits.flagsPerProject).default([]),
  segments: list(NewSegment).max(limits.segmentsPerProject).default([]),
  edits: list(FlagEdit).max(limits.flagsPerProject).default([]),
  entries: list(ProposedEntry).max(limits.importItems).default([]),
  /** Flags that no file has any more: they are archived. */
  archive: list(Key).max(limits.flagsPerProject).default([]),
  /** Refused where somebody published one of the subjects since its `base`, whatever they changed. */
  exact: z.boolean().default(false),
  /** Where flags are kept from now on; those without a path are kept in this repository no longer. */
  kept: KeptIn.omit({ path: true })
    .extend({
      repository: KeptIn.shape.repository.refine(isRepository, 'use the repository’s name, such as acme/shop'),
      paths: list(z.strictObject({ flag: Key, path: keptPath.nullable() })).max(limits.flagsPerProject),
    })
    .optional(),
  /** Of an admin: why a live build loses what it reads. */
  despite: DespiteBuilds.optional(),
})
export type ApplyFilesInput = z.input<typeof ApplyFilesInput>

/** What became of it: published, or a change that waits for people; `none` where nothing was to be published. */
export const AppliedFiles = z.strictObject({
  state: z.enum(['published', 'in-review', 'approved', 'none']),
  change: z.int().nullable(),
  /** Why it waits, in a sentence; null where it does not. */
  why: z.string().nullable(),
  revisions: list(Revision),
  /** Flags that were archived with it. Where the change waits, they are when it was applied and the files are applied once more. */
  archived: list(Key),
})
export type AppliedFiles = z.infer<typeof AppliedFiles>
