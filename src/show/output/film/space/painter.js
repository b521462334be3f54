// Bodies on the canvas, by WebGL 2: triangles with flat light, and edges of faces. No library: a film has one kind of thing to draw.

const SURFACE = `#version 300 es
uniform mat3 view;
uniform vec3 scale;
uniform vec3 place;
uniform vec4 turn;
uniform float nearer;
in vec3 corner;
in vec3 normal;
out vec3 seen;
vec3 turned(vec3 v) {
  vec3 twice = 2.0 * cross(turn.xyz, v);
  return v + turn.w * twice + cross(turn.xyz, twice);
}
void main() {
  vec3 away = view * (place + turned(corner));
  gl_Position = vec4(away * scale - vec3(0.0, 0.0, nearer), 1.0);
  seen = view * turned(normal);
}`;
const LIGHT = `#version 300 es
precision highp float;
uniform vec3 colour;
uniform float lit;
in vec3 seen;
out vec4 shown;
void main() {
  float light = 0.62 + 0.38 * dot(normalize(seen), normalize(vec3(-0.25, 0.75, 0.6)));
  shown = vec4(colour * mix(1.0, light, lit), 1.0);
}`;

/** Colours of free bodies, one after the other (Okabe and Ito). */
const COLOURS = [[0.9, 0.6, 0], [0.35, 0.7, 0.9], [0, 0.6, 0.5], [0.8, 0.4, 0], [0, 0.45, 0.7], [0.8, 0.6, 0.7]];

class Painter {
  /** `redraw` is called when the picture has been lost. */
  constructor(canvas, film, places, redraw) {
    Object.assign(this, { canvas, film, places });
    this.gl = canvas.getContext("webgl2", { antialias: true });
    if (this.gl === null) {
      throw new Error("this browser has no WebGL 2");
    }
    this.begin();
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => {
      this.begin();
      redraw();
    });
    this.colours = film.scene.bodies.map((_, body) => this.colourOf(body));
    this.restyle();
  }

  /** The program and the surfaces, on the graphics card. */
  begin() {
    const { gl } = this;
    this.program = linked(gl, SURFACE, LIGHT);
    gl.useProgram(this.program);
    const at = (name) => gl.getUniformLocation(this.program, name);
    this.uniforms = Object.fromEntries(["view", "scale", "place", "turn", "nearer", "colour", "lit"].map((name) => [name, at(name)]));
    this.surfaces = this.film.shapes.map(({ corners, edges }) => ({
      triangles: this.stored(corners, ["corner", "normal"]), cornerCount: corners.length / 6,
      lines: this.stored(edges, ["corner"]), endCount: edges.length / 3,
    }));
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
  }

  /** Floats as an array of vertices, each with three of them for each attribute. */
  stored(floats, attributes) {
    const { gl, program } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, floats, gl.STATIC_DRAW);
    attributes.forEach((name, index) => {
      const attribute = gl.getAttribLocation(program, name);
      gl.enableVertexAttribArray(attribute);
      gl.vertexAttribPointer(attribute, 3, gl.FLOAT, false, 12 * attributes.length, 12 * index);
    });
    return array;
  }

  colourOf(body) {
    const place = this.film.free.indexOf(body);
    return place < 0 ? null : COLOURS[place % COLOURS.length];
  }

  /** After the theme has changed. */
  restyle() {
    const palette = paletteOf(this.canvas);
    this.palette = palette;
    this.tones = Object.fromEntries(["paper", "line", "fixed", "chosen"].map((name) => [name, channels(palette[name])]));
  }

  /** Draws all bodies; `chosen` and `pointed` are numbers of bodies, or null. */
  draw(camera, time, chosen, pointed) {
    const { gl, uniforms } = this;
    if (gl.isContextLost()) {
      return;
    }
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    [this.canvas.width, this.canvas.height] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(...this.tones.paper, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const { right, up, eye } = camera.axes();
    gl.uniformMatrix3fv(uniforms.view, false, [0, 1, 2].flatMap((axis) => [right[axis], up[axis], eye[axis]]));
    const depth = this.depth(camera, time);
    gl.uniform3f(uniforms.scale, (2 * camera.scale) / width, (2 * camera.scale) / height, -1 / depth);
    // Edges are seen on their own faces, and not through others.
    const nearer = 1.5 / (camera.scale * depth);
    this.film.scene.bodies.forEach((_, body) => {
      const marked = body === chosen ? 1 : body === pointed ? 0.5 : 0;
      this.drawBody(camera, body, { time, marked, nearer });
    });
  }

  /** How far anything is at this time from the plane through the target, at most. */
  depth(camera, time) {
    const { eye } = camera.axes();
    let depth = 0;
    this.film.scene.bodies.forEach(({ shape }, body) => {
      const away = plus(this.places.at(time, body).place, camera.target, -1);
      depth = Math.max(depth, Math.abs(dot(eye, away)) + this.film.shapes[shape].reach);
    });
    return depth || 1;
  }

  drawBody(camera, body, { time, marked, nearer }) {
    const { gl, uniforms } = this;
    const surface = this.surfaces[this.film.scene.bodies[body].shape];
    const { place, turn: [w, x, y, z] } = this.places.at(time, body);
    const own = this.colours[body] ?? this.tones.fixed;
    // From the target, in doubles: floats are coarse far from the origin.
    gl.uniform3fv(uniforms.place, plus(place, camera.target, -1));
    gl.uniform4f(uniforms.turn, x, y, z, w);
    gl.uniform1f(uniforms.nearer, 0);
    gl.uniform1f(uniforms.lit, 1);
    gl.uniform3fv(uniforms.colour, own.map((value, index) => value + marked * (this.tones.chosen[index] - value)));
    gl.bindVertexArray(surface.triangles);
    gl.drawArrays(gl.TRIANGLES, 0, surface.cornerCount);
    if (surface.endCount > 0) {
      gl.uniform1f(uniforms.nearer, nearer);
      gl.uniform1f(uniforms.lit, 0);
      gl.uniform3fv(uniforms.colour, this.tones.line);
      gl.bindVertexArray(surface.lines);
      gl.drawArrays(gl.LINES, 0, surface.endCount);
    }
  }
}

/** A program of two shaders. */
function linked(gl, ...sources) {
  const program = gl.createProgram();
  [gl.VERTEX_SHADER, gl.FRAGMENT_SHADER].forEach((kind, index) => {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, sources[index]);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  });
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new Error(`WebGL: ${gl.getProgramInfoLog(program)}`);
  }
  return program;
}

/** #rrggbb as three numbers from 0 to 1. */
function channels(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
}
