/**
 * Sounds, made by the browser itself: there are no files.  A browser lets a page sound only after its reader has touched
 * it once; before that, and where there is no sound at all, nothing is heard and nothing fails.
 */

/** @type {?AudioContext} */
let context = null;

/** Tones of a bell, [[hertz, seconds after the first], ...]; `volume` is 0 to 100. */
export function bell(tones, volume) {
  const audio = opened();
  if (audio === null || volume <= 0) return;
  const loud = 0.3 * loudness(volume);
  for (const [hertz, after] of tones) {
    const at = audio.currentTime + after;
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.type = "triangle";
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.7);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.75);
  }
}

/** The ear hears twice as much where there is four times as much. */
export function loudness(volume) {
  return (volume / 100) ** 2;
}

/** Where something can be heard at this moment; what would only be heard later is better not heard at all. */
export function sounding() {
  const { userActivation } = globalThis.navigator ?? {};
  if (userActivation && !userActivation.hasBeenActive) return null;
  const audio = opened();
  return audio?.state === "running" ? audio : null;
}

function opened() {
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
    return context;
  } catch {
    return null;
  }
}
