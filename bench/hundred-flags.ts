/** A flag that both Fanion and Unleash can say: on for a share of the people in some countries. */
export type BenchFlag = {
  readonly key: string
  /** Empty: everywhere. */
  readonly countries: readonly string[]
  readonly percentage: number
}

/** A hundred flags, alike for both: forty are on for all, thirty in three countries, thirty for half of the people. */
export const hundredFlags: readonly BenchFlag[] = Array.from({ length: 100 }, (_, at) => ({
  key: `bench-${String(at).padStart(3, '0')}`,
  countries: at % 10 >= 4 && at % 10 < 7 ? ['NO', 'SE', 'DK'] : [],
  percentage: at % 10 >= 7 ? 50 : 100,
}))

/** Who is asked about; in one of the countries. */
export const benchContext = { targetingKey: 'user-1', country: 'NO', email: 'a@example.com', plan: 'gold' }
