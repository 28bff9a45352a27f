import { z } from 'zod'
import { ListFlagsInput } from '../../../../../shared/features/flags/schemas/flag-view.ts'
import { limits } from '../../../../../shared/limits.ts'
import { cellText } from '../../../../../shared/text/cell/cell-text.ts'
import { untrustedText } from '../mark-untrusted.ts'
import { tool } from '../tool.ts'

export const findFlags = tool({
  name: 'find_flags',
  title: 'Find flags',
  description:
    'Finds flags of a project by words in their key and name, and by filters such as tag:web, type:string, is:stale, on:production; tells what each environment serves. To go on, give the last key as after.',
  input: z.strictObject({
    ...ListFlagsInput.pick({ project: true, query: true }).shape,
    archived: z.boolean().default(false),
    after: z.string().min(1).max(100).optional().describe('The key of the last flag of the page before.'),
    limit: z.int().min(1).max(limits.agentRows).default(20),
  }),
  uses: ['flags.list'],
  answer: async (ask, { project, query, archived, after, limit }) => {
    // The list is ordered by key and continues after the cursor's key.
    const cursor = after === undefined ? null : `${after} `
    const { rows, total, next } = await ask('flags.list', { project, query, archived, limit, cursor })
    return {
      data: {
        total,
        more: next !== null,
        flags: rows.map(({ flag, cells }) => ({
          key: flag.key,
          name: untrustedText(flag.name),
          type: flag.type,
          permanence: flag.permanence,
          tags: flag.tags.map(untrustedText),
          environments: Object.fromEntries(
            Object.entries(cells).map(([key, cell]) => [
              key,
              { on: cell.on, revision: cell.revision, serves: untrustedText(cellText(cell)) },
            ]),
          ),
        })),
      },
    }
  },
})
