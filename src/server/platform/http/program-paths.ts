const readings = ['/unleash/', '/launchdarkly/', '/flagd/', '/growthbook/']

/** Whether a path is requested by SDKs, with only an SDK key. */
export const isProgramPath = (url: string): boolean =>
  url.startsWith('/sdk/v1/') || readings.some((prefix) => url.startsWith(prefix))
