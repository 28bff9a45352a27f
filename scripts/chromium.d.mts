export const ensureChromium: () => string
export const findTestChromium: () => string | undefined
export const installTestChromium: () => string | undefined
export const ensureTestChromium: () => string
