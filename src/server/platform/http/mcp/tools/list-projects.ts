import { z } from 'zod'
import { ScopeKey } from '../../../../../shared/schemas/keys.ts'
import { untrustedText } from '../mark-untrusted.ts'
import { tool } from '../tool.ts'

export const listProjects = tool({
  name: 'list_projects',
  title: 'List projects',
  description: 'Lists the projects that you see, with your role in each; of one project also its environments.',
  input: z.strictObject({ project: ScopeKey.optional() }),
  uses: ['projects.list', 'projects.get', 'environments.list'],
  answer: async (ask, { project }) => {
    const all = project === undefined ? await ask('projects.list', undefined) : [await ask('projects.get', { project })]
    const environments = project === undefined ? undefined : await ask('environments.list', { project })
    return {
      data: {
        projects: all.map(({ key, name, role }) => ({ key, name: untrustedText(name), role })),
        environments: environments?.map((one) => ({
          key: one.key,
          name: untrustedText(one.name),
          protected: one.protected,
          requiredApprovals: one.requiredApprovals,
          revision: one.revision,
        })),
      },
    }
  },
})
