// The first screen of an empty channel, and the words around the conversation, in the reader's language.
"use strict";
(() => {
  const headers = { "X-Simcord-Capability": location.hash.slice(1) };
  const make = (tag, className, textContent) => Object.assign(document.createElement(tag), { className, textContent });
  const screen = make("section", "table-start", "");
  screen.id = "table-start";
  let words = null, person = null, asked = false;

  const choose = async (what, game) => {
    screen.inert = true;
    asked = false;
    await fetch("/local/start", {
      method: "POST", headers: { ...headers, "Content-Type": "application/json" },
      body: JSON.stringify({ person, what, game }),
    }).finally(() => { screen.inert = false; });
  };
  const button = ({ what, label }, game) => {
    const made = make("button", `table-start-button table-start-${what}`, label);
    made.type = "button";
    made.addEventListener("click", () => choose(what, game));
    return made;
  };
  const pictures = new Map();
  const picture = (game, encoded) => {
    if (!encoded) return [];
    if (!pictures.has(game)) {
      const bytes = Uint8Array.from(atob(encoded), (one) => one.charCodeAt(0));
      pictures.set(game, URL.createObjectURL(new Blob([bytes], { type: "image/png" })));
    }
    return [Object.assign(make("img", "table-start-picture", ""), { src: pictures.get(game), alt: "", width: 96 })];
  };
  const card = ({ game, name, about, picture: encoded, buttons }) => {
    const made = make("article", "table-start-game", "");
    made.dataset.game = game;
    made.append(...picture(game, encoded), make("h3", "", name), make("p", "table-start-about", about));
    made.append(...buttons.map((one) => button(one, game)));
    return made;
  };

  const say = (id, text) => { const place = document.getElementById(id); if (place.textContent !== text) place.textContent = text; };
  const learn = async () => {
    person = document.getElementById("viewer-picker").value;
    if (!person) return;
    const answer = await fetch(`/local/start?person=${encodeURIComponent(person)}`, { headers });
    if (!answer.ok) return;
    words = await answer.json();
    document.documentElement.lang = words.language;
    const games = make("div", "table-start-games", "");
    games.append(...words.games.map(card));
    screen.replaceChildren(make("h2", "", words.heading), games, make("p", "", words.page ? words.hint : ""));
    document.querySelector(".viewer-control").firstChild.textContent = `${words.page.as} `;
    say("table-in", words.page.in);
    say("history-older", words.page.older);
    say("table-new", words.page.new);
    say("new-messages", words.page.latest);
  };

  // What is wrong with a typed command stands over the box in which it can be corrected.
  const note = make("p", "table-note", "");
  note.id = "table-note";
  note.role = "status";
  const fetchNow = window.fetch.bind(window);
  window.fetch = async (url, options) => {
    const answer = await fetchNow(url, options);
    if (url === "/api/action" && answer.ok) note.textContent = (await answer.clone().json()).localNote || "";
    return answer;
  };

  // SimCord tells developers how an action went; a player needs to know that it is going on, or that it failed.
  const status = () => {
    const said = document.getElementById("action-status").textContent;
    const kind = document.body.classList.contains("table-offline") ? "offline"
      : note.textContent ? "" : /not completed|uncertain|unavailable/.test(said) ? "failed" : /…$/.test(said) ? "working" : "";
    say("table-status", kind ? words.page[kind] : "");
  };

  // SimCord's own words in the conversation are English.
  const write = (place, text) => { if (place && place.textContent !== text) place.textContent = text; };
  const translate = () => {
    for (const note of document.querySelectorAll(".message-ephemeral-note")) write(note, words.page.private);
    for (const note of document.querySelectorAll(".message-edited")) write(note, ` ${words.page.edited}`);
    for (const note of document.querySelectorAll(".message-edited-compact")) write(note, words.page.edited);
    for (const { firstChild } of document.querySelectorAll(".message-interaction-header"))
      write(firstChild, firstChild.textContent.replace(/ used $/, ` ${words.page.used} `));
    for (const note of document.querySelectorAll(".command-optional-count"))
      write(note, note.textContent.replace(/ optional$/, ` ${words.page.optional}`));
    for (const note of document.querySelectorAll(".command-ghost"))
      write(note, note.textContent.replace(/ ?(more|options)$/, ""));
    for (const note of document.querySelectorAll(".command-error"))
      if (note.textContent === "This field is required.") write(note, words.page.required);
    for (const head of document.querySelectorAll(".command-popup-heading:not(.command-app-heading)"))
      write(head, head.textContent.replace(/^OPTIONS MATCHING /, `${words.page.matching} `).replace(/^OPTIONS$/, words.page.options));
    const composer = document.getElementById("channel-composer-input");
    if (composer.placeholder.startsWith("Message")) composer.placeholder = words.page.composer;
  };

  const look = () => {
    const now = document.getElementById("viewer-picker").value;
    if (now && now !== person) void learn();
    if (words) { status(); translate(); }
    const empty = !document.getElementById("channel-empty").hidden;
    screen.hidden = !words || !(empty || asked);
    document.getElementById("table-new").hidden = !words || empty;
    document.body.classList.toggle("table-empty", empty);
  };

  document.addEventListener("DOMContentLoaded", () => {
    const again = make("button", "toolbar-button", "");
    again.type = "button";
    again.id = "table-new";
    again.addEventListener("click", () => { asked = !asked; });
    const told = make("span", "toolbar-status", "");
    told.id = "table-status";
    told.role = "status";
    document.getElementById("action-status").before(again, told);
    document.getElementById("channel-composer").before(screen, note);
    document.getElementById("channel-composer").addEventListener("input", () => { note.textContent = ""; });
    screen.hidden = again.hidden = true;
    setInterval(look, 200);
    // Before anything is shown that SimCord has just drawn.
    new MutationObserver(() => { if (words) translate(); })
      .observe(document.body, { childList: true, subtree: true, attributeFilter: ["placeholder"] });
  });
})();
