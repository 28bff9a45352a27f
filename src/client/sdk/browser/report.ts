import type { CountRow } from '../core/counting.ts'
import { startTelemetry, type Telemetry } from '../core/telemetry.ts'
import type { BrowserPlatform } from './platform.ts'

/** Reports what a page took, every 30 s and at the end. No context of a visitor is ever in it, whatever the server asks for. */
export const startReport = (
  platform: BrowserPlatform,
  url: string,
  key: string,
  take: () => readonly CountRow[],
  onLost: (message: string) => void,
): Telemetry =>
  startTelemetry(platform, {
    url,
    headers: { authorization: `Bearer ${key}` },
    take: () => ({ rows: take(), dropped: 0 }),
    sampling: { take: () => [], become: () => {} },
    onLost: (message) => onLost(message),
  })
