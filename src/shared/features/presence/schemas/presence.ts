import { z } from 'zod'
import { Id, Key, ScopeKey } from '../../../schemas/keys.ts'
import { InProject } from '../../projects/schemas/project.ts'

/** Somebody with the page of a flag open in one tab of a browser. */
const Presence = z.strictObject({
  flag: Key,
  /** Made up by the tab: one person may have several. */
  tab: z.string().min(1).max(40),
  /** The environment whose rules they are editing there; null while they only look. */
  editing: ScopeKey.nullable(),
  /** False when they leave. */
  here: z.boolean(),
})

export const TellPresenceInput = InProject.extend(Presence.shape)
export type TellPresenceInput = z.infer<typeof TellPresenceInput>

/** Told to the UI over the subscription. Nothing of it is stored: who is not told of for a while is gone. */
export const PresenceEvent = Presence.extend({
  kind: z.literal('presence'),
  project: ScopeKey,
  person: z.strictObject({ id: Id, name: z.string() }),
})
export type PresenceEvent = z.infer<typeof PresenceEvent>
