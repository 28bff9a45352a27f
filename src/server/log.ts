import { type DestinationStream, pino } from 'pino'
import type { Log } from './kernel/ctx.ts'

/**
 * Writes what happens as one line of JSON each: `time`, `level`, `message`, and the details beside them. What the details
 * hold is written whatever it is, a circle too.
 */
export const createLog = (level: string, stream: DestinationStream = process.stderr): Log =>
  pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (name) => ({ level: name }) },
    },
    stream,
  )
