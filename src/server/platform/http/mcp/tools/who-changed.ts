import { z } from 'zod'
import { limits } from '../../../../../shared/limits.ts'
import { Key, ScopeKey } from '../../../../../shared/schemas/keys.ts'
import { untrustedText } from '../mark-untrusted.ts'
import { tool } from '../tool.ts'

export const whoChanged = tool({
  name: 'who_changed',
  title: 'Tell who changed it',
  description:
    'Lists the revisions of a project, of one environment or flag where you name it, newest first: who published what, when and why. To go on, give next as before.',
  input: z.strictObject({
    project: ScopeKey,
    environment: ScopeKey.optional(),
    flag: Key.optional(),
    before: z.string().max(100).optional(),
    limit: z.int().min(1).max(limits.agentRows).default(20),
  }),
  uses: ['history.everywhere'],
  answer: async (ask, { before, ...input }) => {
    // The cursor has three words. Agents get it as one, joined by underscores.
    const place = before === undefined ? {} : { before: before.replaceAll('_', ' ') }
    const { revisions, next } = await ask('history.everywhere', { ...input, ...place })
    return {
      data: {
        revisions: revisions.map(
          ({ environment, number, publishedAt, actor, message, mark, change, subjects, touched }) => ({
            environment,
            revision: number,
            publishedAt,
            by: { kind: actor.kind, name: untrustedText(actor.name) },
            message: untrustedText(message),
            mark,
            change,
            subjects,
            touched,
          }),
        ),
        next: next?.replaceAll(' ', '_') ?? null,
      },
    }
  },
})
