import { CreateFlagInput } from '../../../../../shared/features/flags/schemas/flag-view.ts'
import { tool } from '../tool.ts'

export const createFlag = tool({
  name: 'create_flag',
  title: 'Create a flag',
  description:
    'Creates a flag that is off in every environment. Without variants it is a boolean one, on and off. To turn it on anywhere, propose a change.',
  input: CreateFlagInput.omit({ onIn: true }),
  proposes: true,
  uses: ['flags.create'],
  answer: async (ask, input) => {
    const { key, type, variants } = await ask('flags.create', { ...input, onIn: [] })
    return { notes: ['The flag is off in every environment.'], data: { key, type, variants } }
  },
})
