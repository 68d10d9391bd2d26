/**
 * What a battle sounds like, where its reader wishes to hear it: noise and tones with filters, each of two seconds at
 * most.  They tell nothing that is not seen, and nothing is heard of what is not shown.
 */
import { state } from "../../base/store.js";
import { loudness, sounding } from "../../base/sound.js";
import { climaxOf } from "./climax.js";
import { kindOf } from "./motion.js";

/**
 * Layers of each sound.  A layer is noise through a filter, or a tone: [from, to] hertz; when it begins and how long it
 * lasts, in seconds; how loud; how often it comes again, and after how long.
 */
export const SOUNDS = {
  dice: [{ noise: "bandpass", hertz: [3200, 2400], from: 0, lasts: 0.035, loud: 0.5, times: 7, every: 0.055 }],
  search: [
    { tone: "sine", hertz: [1180, 1180], from: 0, lasts: 0.5, loud: 0.35 },
    { tone: "sine", hertz: [1180, 1180], from: 0.55, lasts: 0.45, loud: 0.13 },
  ],
  found: [
    { tone: "sine", hertz: [880, 880], from: 0, lasts: 0.18, loud: 0.3 },
    { tone: "sine", hertz: [1320, 1320], from: 0.13, lasts: 0.3, loud: 0.3 },
  ],
  tracer: [{ noise: "bandpass", hertz: [1500, 1100], from: 0, lasts: 0.05, loud: 0.8, times: 9, every: 0.07 }],
  flak: [{ noise: "lowpass", hertz: [900, 200], from: 0.05, lasts: 0.22, loud: 0.75, times: 4, every: 0.13 }],
  shell: [
    { noise: "lowpass", hertz: [420, 60], from: 0, lasts: 0.5, loud: 0.9 },
    { tone: "sine", hertz: [95, 38], from: 0, lasts: 0.4, loud: 0.7 },
    { noise: "highpass", hertz: [1400, 2600], from: 0.62, lasts: 0.4, loud: 0.16 },
  ],
  bomb: [
    { tone: "sawtooth", hertz: [420, 980], from: 0, lasts: 0.55, loud: 0.1 },
    { tone: "sine", hertz: [1500, 500], from: 0.42, lasts: 0.35, loud: 0.1 },
    { noise: "lowpass", hertz: [700, 70], from: 0.75, lasts: 0.7, loud: 0.9 },
  ],
  torpedo: [
    { noise: "bandpass", hertz: [1800, 3400], from: 0, lasts: 0.7, loud: 0.2 },
    { noise: "lowpass", hertz: [260, 40], from: 0.65, lasts: 0.85, loud: 1 },
    { tone: "sine", hertz: [60, 30], from: 0.65, lasts: 0.6, loud: 0.7 },
  ],
  charge: [{ noise: "lowpass", hertz: [190, 50], from: 0.2, lasts: 0.6, loud: 0.8, times: 2, every: 0.35 }],
  landing: [
    { noise: "lowpass", hertz: [240, 120], from: 0, lasts: 0.14, loud: 0.8, times: 6, every: 0.16 },
    { tone: "triangle", hertz: [784, 784], from: 1, lasts: 0.6, loud: 0.25 },
  ],
  hit: [
    { noise: "bandpass", hertz: [1000, 180], from: 0, lasts: 0.45, loud: 0.9 },
    { tone: "square", hertz: [210, 140], from: 0, lasts: 0.3, loud: 0.12 },
  ],
  crash: [
    { tone: "sawtooth", hertz: [760, 90], from: 0, lasts: 0.75, loud: 0.14 },
    { noise: "lowpass", hertz: [600, 90], from: 0.68, lasts: 0.5, loud: 0.7 },
  ],
  sunk: [
    { tone: "sawtooth", hertz: [118, 42], from: 0, lasts: 1.3, loud: 0.2 },
    { tone: "triangle", hertz: [171, 58], from: 0.15, lasts: 1.3, loud: 0.2 },
    { noise: "bandpass", hertz: [500, 900], from: 0.5, lasts: 0.12, loud: 0.25, times: 8, every: 0.14 },
  ],
  carrier: [
    { noise: "lowpass", hertz: [900, 45], from: 0, lasts: 1.2, loud: 1 },
    { tone: "sine", hertz: [70, 26], from: 0, lasts: 1.1, loud: 0.9 },
    { noise: "lowpass", hertz: [500, 40], from: 0.6, lasts: 1.2, loud: 0.8 },
    { tone: "sawtooth", hertz: [104, 36], from: 0.5, lasts: 1.4, loud: 0.2 },
  ],
  taken: [392, 523, 659, 784].map((hertz, n) =>
    ({ tone: "sawtooth", hertz: [hertz, hertz], from: n * 0.19, lasts: n === 3 ? 0.9 : 0.24, loud: 0.17 })),
};

const OF_EVENTS = { damaged: "hit", "shot-down": "crash", eliminated: "sunk", turned: "found", faced: "found", landed: "landing" };
const LOUDEST = 0.4; // of what the loudspeaker can do, at full volume
const APART = 90; // milliseconds between two beats that are heard: who leafs through a replay hears no din

let lately = -APART;

/** The names of the sounds of a beat; `pieces`: token -> what lies there. */
export function soundsOf(group, pieces) {
  const climax = climaxOf(group);
  if (climax) return [climax.kind];
  const [{ event }] = group;
  if (event !== "rolled") return OF_EVENTS[event] ? [OF_EVENTS[event]] : [];
  const kinds = new Set(group.map((one) => kindOf(one, pieces.get(one.by)?.row)).filter(Boolean));
  return ["dice", ...[...kinds].map((kind) => (kind === "drop" ? "torpedo" : kind))];
}

/** Let a beat be heard, where that is wished. */
export function play(group, pieces) {
  const { effects, loudness: volume } = state.settings;
  if (!effects || !(volume > 0)) return;
  const names = soundsOf(group, pieces);
  const audio = !names.length || performance.now() - lately < APART ? null : sounding();
  if (!audio) return;
  lately = performance.now();
  for (const name of names) sound(audio, name, LOUDEST * loudness(volume));
}

/** One sound, from now on. */
export function sound(audio, name, loud) {
  const out = audio.createGain();
  out.gain.value = loud;
  out.connect(audio.destination);
  for (const layer of SOUNDS[name]) {
    for (let n = 0; n < (layer.times ?? 1); n++) {
      part(audio, layer, audio.currentTime + layer.from + n * (layer.every ?? 0)).connect(out);
    }
  }
}

/** A layer once: its source, its filter, and how it swells and fades. */
function part(audio, layer, at) {
  const [before, after] = layer.hertz, until = at + layer.lasts;
  const source = layer.tone ? audio.createOscillator() : audio.createBufferSource();
  const swept = layer.tone ? source : audio.createBiquadFilter();
  const gain = audio.createGain();
  if (layer.tone) source.type = layer.tone;
  else {
    source.buffer = hiss(audio);
    source.loop = true;
    swept.type = layer.noise;
    source.connect(swept);
  }
  swept.frequency.setValueAtTime(before, at);
  swept.frequency.exponentialRampToValueAtTime(after, until);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.linearRampToValueAtTime(layer.loud, at + Math.min(0.015, layer.lasts / 4));
  gain.gain.exponentialRampToValueAtTime(0.0005, until);
  source.start(at);
  source.stop(until);
  return swept.connect(gain);
}

const hisses = new WeakMap(); // of each context

/** Half a second of noise, the same each time. */
function hiss(audio) {
  if (!hisses.has(audio)) {
    const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate), row = buffer.getChannelData(0);
    for (let i = 0, n = 1; i < row.length; i++) {
      n = (n * 48271) % 2147483647;
      row[i] = n / 1073741823.5 - 1;
    }
    hisses.set(audio, buffer);
  }
  return hisses.get(audio);
}
