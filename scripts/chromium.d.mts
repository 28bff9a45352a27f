export const ensureChromium: () => string
export const findTestChromium: () => string | undefined
export const ensureTestChromium: () => string
