import { z } from 'zod'
import { FlagDocument } from '../../../../shared/schemas/flag.ts'
import { stored } from '../../ui/stored.ts'
import { unfinished } from '../../ui/unfinished.ts'

/** An edit of a flag in one environment that nobody has published: what it started from, and what it has become. */
const FlagDraft = z.strictObject({ base: z.int().min(0), before: FlagDocument, document: unfinished(FlagDocument) })
export type FlagDraft = z.infer<typeof FlagDraft>

/** The drafts of this browser. They survive a reload and a lost connection. */
export const flagDrafts = stored((value) => FlagDraft.safeParse(value).data ?? null)
