// Keep the player of each tab, offer the other channels, keep the newest message in sight.
"use strict";
(() => {
  const key = location.hash.slice(1);
  const headers = { "X-Simcord-Capability": key };
  const fetchState = window.fetch.bind(window);
  const ask = async () => {
    const answer = await fetchState("/local/channels", { headers });
    return answer.ok ? answer.json() : null;
  };

  // Each tab keeps its player: the one of its address until the switch says otherwise.
  const seat = new URLSearchParams(location.search).get("as") || "1";
  window.fetch = async (url, options) => {
    if (url === "/api/pages" && options?.method === "POST") {
      if (sessionStorage.getItem("seat") !== seat) {
        sessionStorage.setItem("viewer", (await ask())?.people[Number(seat) - 1] || "");
        sessionStorage.setItem("seat", seat);
      }
      const viewer = sessionStorage.getItem("viewer");
      if (viewer) options = { ...options, body: JSON.stringify({ viewer_id: viewer }) };
    }
    return fetchState(url, options);
  };
  document.addEventListener("change", (event) => {
    if (event.target.id === "viewer-picker") sessionStorage.setItem("viewer", event.target.value);
  }, true);

  // A switch between channels and threads; after a restart of the bot the page opens itself anew.
  const label = Object.assign(document.createElement("label"), { className: "viewer-control" });
  const picker = Object.assign(document.createElement("select"), { id: "table-picker", ariaLabel: "Channel" });
  label.append(Object.assign(document.createElement("span"), { id: "table-in", textContent: "in" }), picker);
  const open = (channel) => { location.hash = channel; };
  picker.addEventListener("change", () => open(picker.value));
  let run = null, names = "", channels = [];
  const look = async () => {
    const news = await ask().catch(() => null);
    document.body.classList.toggle("table-offline", !news);
    if (news && run && run !== news.run) { location.reload(); return; }
    if (news) {
      run = news.run;
      channels = news.channels;
      if (names !== JSON.stringify(channels)) {
        names = JSON.stringify(channels);
        picker.replaceChildren(...channels.map((c) => new Option(c.name, c.key, false, c.key === key)));
      }
    }
    setTimeout(look, 1000);
  };

  // A link to a channel or to a message of Discord leads there, at this table.
  let wanted = sessionStorage.getItem("message");
  sessionStorage.removeItem("message");
  const goTo = (channel, message) => {
    if (channel.key !== key) {
      if (message) sessionStorage.setItem("message", message);
      open(channel.key);
    } else if (message) { wanted = message; }
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href*='/channels/'], .mention[data-channel]");
    const place = link?.dataset.channel ? `/channels/here/${link.dataset.channel}` : link?.href || "";
    const [, id, message] = /\/channels\/[^/]+\/(\d+)(?:\/(\d+))?/.exec(place) || [];
    const channel = channels.find((c) => c.id === id);
    if (!channel) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(channel, message);
  }, true);

  // Follow the conversation, and a message that grows, until the person scrolls up; again when they are back at its end.
  const near = 100;
  let newest = null, following = true;
  const below = (frame) => frame.scrollHeight - frame.clientHeight - frame.scrollTop;
  const list = () => document.getElementById("channel-message-list");
  const message = (id) => list().querySelector(`[data-message-id="${CSS.escape(id)}"]`);
  const lookFurther = () => {
    const older = document.getElementById("history-older");
    if (older.hidden) wanted = null;
    else if (older.dataset.shown !== String(list().childElementCount)) {
      older.dataset.shown = String(list().childElementCount);
      older.click();
    }
  };

  // Show the question that the person is asked, wherever its panel stands: when it has changed, and not against their will.
  const settling = 1500;
  const answers = /^ap:(choose|press:(pick|finish|confirm|hint-take|(learn|puzzle|plan)-pick)):/;
  const controls = (parts) => parts.flatMap((one) => [one, ...controls(one.components || [])]);
  const asks = (one) => one.ephemeral && controls(one.components || []).some((part) => answers.test(part.custom_id || ""));
  const questions = new Map();
  let panel = null, aimUntil = 0, own = () => false;
  document.addEventListener("table:state", ({ detail: state }) => {
    const now = state.timeline.filter((id) => state.messages[id] && asks(state.messages[id]));
    for (const id of now) {
      const question = JSON.stringify(state.messages[id].components);
      if (questions.get(id) === question) continue;
      questions.set(id, question);
      panel = id;
      aimUntil = performance.now() + settling;
    }
    for (const id of questions.keys()) if (!now.includes(id)) questions.delete(id);
    if (!questions.has(panel)) panel = null;
    own = (id) => state.messages[id]?.ephemeral || state.messages[id]?.author?.id === state.viewerId;
  });
  const aiming = () => Boolean(panel) && performance.now() < aimUntil;
  const hidden = (frame, box) => {
    const view = frame.getBoundingClientRect();
    return box.bottom <= view.top || box.top >= view.bottom;
  };
  const showQuestion = (frame) => {
    const box = message(panel)?.getBoundingClientRect();
    if (!box) return;
    const view = frame.getBoundingClientRect();
    if (box.top >= view.top && box.bottom <= view.bottom) return;
    const top = frame.scrollTop + box.bottom - view.bottom + 8;
    if (Math.abs(top - frame.scrollTop) > 2) frame.scrollTop = top;
  };

  const follow = () => {
    if (document.querySelector(".preview-select.is-open")) return;  // a select that is scrolled out of sight is closed
    const frame = document.getElementById("channel-timeline");
    const last = list().lastElementChild?.dataset.messageId;
    let aimed = aiming();
    if (last && last !== newest) {
      newest = last;
      // What the person has asked for or said stands at the end; what others do waits below a question in sight.
      following = own(last) || !(aimed || (panel && message(panel) && !hidden(frame, message(panel).getBoundingClientRect())));
      if (own(last) && last !== panel) aimed = aimUntil = 0;
    }
    const target = wanted && message(wanted);
    if (target) { target.scrollIntoView(); following = false; wanted = null; }
    else if (wanted && last) lookFurther();
    else if (aimed) { following = false; showQuestion(frame); }
    if (following && below(frame) > 2) frame.scrollTop = frame.scrollHeight;
  };

  // "in 10 minutes" grows old on an open page; SimCord writes it once.
  const units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const age = () => {
    const words = new Intl.RelativeTimeFormat(document.documentElement.lang || "en");
    for (const time of document.querySelectorAll("time.discord-timestamp")) {
      if (!time.dataset.relative && !/^in |ago$|^za |temu$/.test(time.textContent)) continue;
      time.dataset.relative = "yes";
      const seconds = (Date.parse(time.dateTime) - Date.now()) / 1000;
      const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) || units[3];
      time.textContent = words.format(Math.round(seconds / size), unit);
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelector(".viewer-control").after(label);
    const frame = document.getElementById("channel-timeline"), older = document.getElementById("history-older");
    frame.addEventListener("scroll", () => { following = !aiming() && below(frame) < near; }, { passive: true });
    for (const own of ["wheel", "touchmove", "pointerdown", "keydown"])
      frame.addEventListener(own, () => { aimUntil = 0; }, { passive: true });
    older.addEventListener("click", () => { following = false; });
    frame.prepend(older);
    setInterval(follow, 150);
    setInterval(age, 5000);
    look();
  });
  // An option with autocomplete offers its first choices at once, as Discord does, not only after a letter.
  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.(".command-option-input[role=combobox]") && !event.target.value)
      event.target.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();
