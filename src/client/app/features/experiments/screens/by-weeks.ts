type Day = { readonly day: string; readonly units: readonly number[] }

/** Sums days into weeks. Each week is labeled with its first day. */
export const byWeeks = (days: readonly Day[]): Day[] => {
  const weeks: Day[] = []
  for (let from = 0; from < days.length; from += 7) {
    const week = days.slice(from, from + 7)
    const [first] = week
    if (first === undefined) continue
    weeks.push({
      day: first.day,
      units: first.units.map((_, arm) => week.reduce((sum, { units }) => sum + (units[arm] ?? 0), 0)),
    })
  }
  return weeks
}
