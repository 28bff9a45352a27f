const readings = ['/unleash/', '/launchdarkly/', '/flagd/', '/growthbook/']

/** Whether a path is one of those that programs ask, by an SDK key alone. */
export const isProgramPath = (url: string): boolean =>
  url.startsWith('/sdk/v1/') || readings.some((prefix) => url.startsWith(prefix))
