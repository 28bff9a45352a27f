import { z } from 'zod'
import { limits } from '../../../../shared/limits.ts'

/** Appended to every message of an agent, so that reviewers see its origin. */
const words = 'Proposed by an agent through MCP.'

/** An agent's message. Leaves room for the appended line. */
export const AgentMessage = z
  .string()
  .trim()
  .max(limits.messageLength - words.length - 2)
  .default('')

export const byAnAgent = (message: string): string => (message === '' ? words : `${message}\n\n${words}`)
