// Preloaded into a server: shifts its time of day ahead by FANION_TEST_CLOCK_AHEAD milliseconds.
const aheadMs = Number(process.env['FANION_TEST_CLOCK_AHEAD'])
const RealDate = Date
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [RealDate.now() + aheadMs] : given, newTarget) as Date,
  get: (target, name) => (name === 'now' ? () => RealDate.now() + aheadMs : (Reflect.get(target, name) as unknown)),
})
