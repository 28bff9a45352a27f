import { z } from 'zod'
import { Id, Key, ScopeKey } from '../../../schemas/keys.ts'
import { InProject } from '../../projects/schemas/project.ts'

/** A member who has the page of a flag open in a browser tab. */
const Presence = z.strictObject({
  flag: Key,
  /** Random id of the tab: one member can have several tabs open. */
  tab: z.string().min(1).max(40),
  /** The environment whose rules they are editing. Null while they are only viewing. */
  editing: ScopeKey.nullable(),
  /** False when they leave the page. */
  here: z.boolean(),
})

export const ReportPresenceInput = InProject.extend(Presence.shape)
export type ReportPresenceInput = z.infer<typeof ReportPresenceInput>

/** Sent to the UI over the subscription. Presence is not stored: it expires unless it is repeated. */
export const PresenceEvent = Presence.extend({
  kind: z.literal('presence'),
  project: ScopeKey,
  person: z.strictObject({ id: Id, name: z.string() }),
})
export type PresenceEvent = z.infer<typeof PresenceEvent>
