import { z } from 'zod'
import { limits } from '../../../../shared/limits.ts'

/** What every reviewer reads below the words of an agent, whatever those say. */
const words = 'Proposed by an agent through MCP.'

/** The message of an agent, with room for what is said below it. */
export const AgentMessage = z
  .string()
  .trim()
  .max(limits.messageLength - words.length - 2)
  .default('')

export const byAnAgent = (message: string): string => (message === '' ? words : `${message}\n\n${words}`)
