import type { UsageRange } from '../../../shared/features/insights/schemas/insights.ts'

const hourMs = 3_600_000

export const usageRanges: Record<UsageRange, { steps: number; stepMs: number }> = {
  day: { steps: 24, stepMs: hourMs },
  week: { steps: 7 * 24, stepMs: hourMs },
  month: { steps: 30 * 4, stepMs: 6 * hourMs },
}
